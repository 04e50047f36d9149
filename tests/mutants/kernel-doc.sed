# SPDX-License-Identifier: GPL-2.0
# The new parameter is not in the kernel-doc.
# caught-by: build
/ \* @budget: budget of the NAPI poll, 0 outside/d
