// SPDX-License-Identifier: GPL-2.0-only
/// netdev->dev_addr is const since 5.17: eth_hw_addr_set() writes it, where a
/// memcpy() or an ether_addr_copy() did.
//
// Confidence: High
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: ether_addr_copy
// kseries-token: memcpy
// kseries-result: eth_hw_addr_set
// kseries-needs: eth_hw_addr_set include/linux/etherdevice.h
// kseries-leaves: not the address of a net_device

virtual patch
virtual revert

@depends on patch@
struct net_device *dev;
expression addr;
@@

- ether_addr_copy(dev->dev_addr, addr)
+ eth_hw_addr_set(dev, addr)

@depends on patch@
struct net_device *dev;
expression addr;
@@

- memcpy(dev->dev_addr, addr, dev->addr_len)
+ eth_hw_addr_set(dev, addr)

@depends on patch@
struct net_device *dev;
expression addr;
@@

- memcpy(dev->dev_addr, addr, ETH_ALEN)
+ eth_hw_addr_set(dev, addr)

@script:python copies depends on revert@
was << virtual.was;
@@

cocci.include_match(was != "memcpy")

@depends on revert && copies@
expression dev, addr;
@@

- eth_hw_addr_set(dev, addr)
+ ether_addr_copy(dev->dev_addr, addr)

@depends on revert@
expression dev, addr;
@@

- eth_hw_addr_set(dev, addr)
+ memcpy(dev->dev_addr, addr, dev->addr_len)
