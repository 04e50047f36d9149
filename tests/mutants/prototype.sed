# SPDX-License-Identifier: GPL-2.0
# The prototype keeps its old parameters.
# caught-by: build
/^static bool e1000_clean_tx_irq(/,/;/s/, int budget);/);/
