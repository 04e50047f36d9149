/* SPDX-License-Identifier: GPL-2.0 */
/*
 * As much of the kernel as the drivers in tests/audit name: who is called by
 * which name, with which prototype, and through which macro or inline on the
 * way. Nothing of it is ever linked.
 */
#ifndef KSERIES_TESTS_AUDIT_NET_H
#define KSERIES_TESTS_AUDIT_NET_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef u16 __be16;
typedef unsigned int gfp_t;
typedef _Bool bool;
enum {
	false,
	true
};

#define NULL	       ((void *)0)
#define GFP_ATOMIC     0x20u
#define GFP_KERNEL     0xc0u
#define NUMA_NO_NODE   (-1)
#define KBUILD_MODNAME "fixture"
#define THIS_MODULE    ((struct module *)0)
#define __init
#define __exit
#define __maybe_unused __attribute__((unused))
#define likely(x)      __builtin_expect(!!(x), 1)
#define unlikely(x)    __builtin_expect(!!(x), 0)
#define offsetof(t, m) __builtin_offsetof(t, m)
#define READ_ONCE(x)   (*(const volatile __typeof__(x) *)&(x))
#define ARRAY_SIZE(a)  (sizeof(a) / sizeof((a)[0]))
#define IS_ERR(p)      ((unsigned long)(p) >= (unsigned long)-4095)

#define min(x, y)                                                              \
	({                                                                     \
		__typeof__(x) min_x = (x);                                     \
		__typeof__(y) min_y = (y);                                     \
		min_x < min_y ? min_x : min_y;                                 \
	})
#define max(x, y)                                                              \
	({                                                                     \
		__typeof__(x) max_x = (x);                                     \
		__typeof__(y) max_y = (y);                                     \
		max_x > max_y ? max_x : max_y;                                 \
	})
#define container_of(ptr, type, member)                                        \
	({                                                                     \
		char *of_member = (char *)(ptr);                               \
		(type *)(of_member - offsetof(type, member));                  \
	})

struct module;
struct device;
struct task_struct;
struct lock_class_key {
	char unused;
};

/* Interrupts, locks */

typedef struct {
	int raw;
} spinlock_t;

unsigned long _raw_spin_lock_irqsave(spinlock_t *lock);
void _raw_spin_unlock_irqrestore(spinlock_t *lock, unsigned long flags);
void _raw_spin_lock_irq(spinlock_t *lock);
void _raw_spin_unlock_irq(spinlock_t *lock);
void _raw_spin_lock(spinlock_t *lock);
void _raw_spin_unlock(spinlock_t *lock);
unsigned long arch_local_irq_save(void);
void arch_local_irq_restore(unsigned long flags);
void arch_local_irq_disable(void);
void arch_local_irq_enable(void);

#define spin_lock_irqsave(lock, flags)                                         \
	do {                                                                   \
		flags = _raw_spin_lock_irqsave(lock);                          \
	} while (0)
#define local_irq_save(flags)                                                  \
	do {                                                                   \
		flags = arch_local_irq_save();                                 \
	} while (0)
#define local_irq_restore(flags) arch_local_irq_restore(flags)
#define local_irq_disable()	 arch_local_irq_disable()
#define local_irq_enable()	 arch_local_irq_enable()

static inline void spin_unlock_irqrestore(spinlock_t *lock, unsigned long flags)
{
	_raw_spin_unlock_irqrestore(lock, flags);
}

static inline void spin_lock_irq(spinlock_t *lock)
{
	_raw_spin_lock_irq(lock);
}

static inline void spin_unlock_irq(spinlock_t *lock)
{
	_raw_spin_unlock_irq(lock);
}

static inline void spin_lock(spinlock_t *lock)
{
	_raw_spin_lock(lock);
}

static inline void spin_unlock(spinlock_t *lock)
{
	_raw_spin_unlock(lock);
}

typedef enum irqreturn {
	IRQ_NONE = 0,
	IRQ_HANDLED = 1,
	IRQ_WAKE_THREAD = 2,
} irqreturn_t;
typedef irqreturn_t (*irq_handler_t)(int, void *);
#define IRQF_SHARED 0x80

struct pci_dev;

int request_threaded_irq(unsigned int irq, irq_handler_t handler,
			 irq_handler_t thread_fn, unsigned long flags,
			 const char *name, void *dev);
int devm_request_threaded_irq(struct device *dev, unsigned int irq,
			      irq_handler_t handler, irq_handler_t thread_fn,
			      unsigned long irqflags, const char *devname,
			      void *dev_id);
int pci_request_irq(struct pci_dev *dev, unsigned int nr, irq_handler_t handler,
		    irq_handler_t thread_fn, void *dev_id, const char *fmt,
		    ...);
void disable_irq(unsigned int irq);
void enable_irq(unsigned int irq);

static inline int request_irq(unsigned int irq, irq_handler_t handler,
			      unsigned long flags, const char *name, void *dev)
{
	return request_threaded_irq(irq, handler, NULL, flags, name, dev);
}

static inline int devm_request_irq(struct device *dev, unsigned int irq,
				   irq_handler_t handler,
				   unsigned long irqflags, const char *devname,
				   void *dev_id)
{
	return devm_request_threaded_irq(dev, irq, handler, NULL, irqflags,
					 devname, dev_id);
}

/* What runs later */

struct work_struct;
typedef void (*work_func_t)(struct work_struct *work);
struct work_struct {
	unsigned long data;
	work_func_t func;
};
struct timer_list {
	unsigned long expires;
	void (*function)(struct timer_list *);
	u32 flags;
};
struct delayed_work {
	struct work_struct work;
	struct timer_list timer;
};
struct tasklet_struct {
	unsigned long state;
	void (*callback)(struct tasklet_struct *t);
};

#define INIT_WORK(_work, _func)                                                \
	do {                                                                   \
		(_work)->data = 0;                                             \
		(_work)->func = (_func);                                       \
	} while (0)
#define INIT_DELAYED_WORK(_work, _func) INIT_WORK(&(_work)->work, _func)
#define timer_setup(timer, callback, flags)                                    \
	init_timer_key((timer), (callback), (flags), #timer, NULL)
#define from_timer(var, callback_timer, timer_fieldname)                       \
	container_of(callback_timer, __typeof__(*var), timer_fieldname)
#define kthread_run(threadfn, data, namefmt, ...)                              \
	({                                                                     \
		struct task_struct *task = kthread_create_on_node(             \
			threadfn, data, NUMA_NO_NODE, namefmt, ##__VA_ARGS__); \
		if (!IS_ERR(task))                                             \
			wake_up_process(task);                                 \
		task;                                                          \
	})

bool schedule_work(struct work_struct *work);
bool schedule_delayed_work(struct delayed_work *dwork, unsigned long delay);
void init_timer_key(struct timer_list *timer, void (*func)(struct timer_list *),
		    unsigned int flags, const char *name,
		    struct lock_class_key *key);
int mod_timer(struct timer_list *timer, unsigned long expires);
void tasklet_setup(struct tasklet_struct *t,
		   void (*callback)(struct tasklet_struct *));
struct task_struct *kthread_create_on_node(int (*threadfn)(void *data),
					   void *data, int node,
					   const char namefmt[], ...);
int wake_up_process(struct task_struct *tsk);
bool kthread_should_stop(void);

/* Packets */

struct net_device;
struct sk_buff {
	struct sk_buff *next;
	struct net_device *dev;
	unsigned int len;
	__be16 protocol;
	unsigned char *data;
};
enum skb_drop_reason {
	SKB_NOT_DROPPED_YET,
	SKB_CONSUMED,
	SKB_DROP_REASON_NOT_SPECIFIED,
};

struct sk_buff *build_skb(void *data, unsigned int frag_size);
struct sk_buff *napi_build_skb(void *data, unsigned int frag_size);
struct sk_buff *__netdev_alloc_skb(struct net_device *dev, unsigned int length,
				   gfp_t gfp_mask);
struct sk_buff *skb_clone(struct sk_buff *skb, gfp_t priority);
void *skb_put(struct sk_buff *skb, unsigned int len);
bool skb_shared(const struct sk_buff *skb);
void consume_skb(struct sk_buff *skb);
void napi_consume_skb(struct sk_buff *skb, int budget);
void kfree_skb_reason(struct sk_buff *skb, enum skb_drop_reason reason);
void dev_kfree_skb_any_reason(struct sk_buff *skb, enum skb_drop_reason reason);
void dev_kfree_skb_irq_reason(struct sk_buff *skb, enum skb_drop_reason reason);
__be16 eth_type_trans(struct sk_buff *skb, struct net_device *dev);

#define dev_kfree_skb(a) consume_skb(a)

static inline void kfree_skb(struct sk_buff *skb)
{
	kfree_skb_reason(skb, SKB_DROP_REASON_NOT_SPECIFIED);
}

static inline void dev_kfree_skb_any(struct sk_buff *skb)
{
	dev_kfree_skb_any_reason(skb, SKB_DROP_REASON_NOT_SPECIFIED);
}

static inline void dev_kfree_skb_irq(struct sk_buff *skb)
{
	dev_kfree_skb_irq_reason(skb, SKB_DROP_REASON_NOT_SPECIFIED);
}

static inline void dev_consume_skb_any(struct sk_buff *skb)
{
	dev_kfree_skb_any_reason(skb, SKB_CONSUMED);
}

static inline void dev_consume_skb_irq(struct sk_buff *skb)
{
	dev_kfree_skb_irq_reason(skb, SKB_CONSUMED);
}

/* These frees are the kernel's: no site of a driver that uses it. */
static inline struct sk_buff *skb_share_check(struct sk_buff *skb, gfp_t pri)
{
	struct sk_buff *mine;

	if (!skb_shared(skb))
		return skb;
	mine = skb_clone(skb, pri);
	if (mine)
		consume_skb(skb);
	else
		kfree_skb(skb);
	return mine;
}

static inline struct sk_buff *netdev_alloc_skb(struct net_device *dev,
					       unsigned int length)
{
	return __netdev_alloc_skb(dev, length, GFP_ATOMIC);
}

static inline struct sk_buff *netdev_alloc_skb_ip_align(struct net_device *dev,
							unsigned int length)
{
	return __netdev_alloc_skb(dev, length + 2, GFP_ATOMIC);
}

/* Devices */

#define NAPI_POLL_WEIGHT 64

struct napi_struct {
	unsigned long state;
	int weight;
	int (*poll)(struct napi_struct *, int);
	struct net_device *dev;
};
typedef enum netdev_tx {
	NETDEV_TX_OK = 0x00,
	NETDEV_TX_BUSY = 0x10,
} netdev_tx_t;

struct xdp_frame;
struct ethtool_test;
struct net_device_ops {
	int (*ndo_open)(struct net_device *dev);
	int (*ndo_stop)(struct net_device *dev);
	netdev_tx_t (*ndo_start_xmit)(struct sk_buff *skb,
				      struct net_device *dev);
	int (*ndo_set_mac_address)(struct net_device *dev, void *addr);
	int (*ndo_change_mtu)(struct net_device *dev, int new_mtu);
	void (*ndo_tx_timeout)(struct net_device *dev, unsigned int txqueue);
	void (*ndo_poll_controller)(struct net_device *dev);
	int (*ndo_xdp_xmit)(struct net_device *dev, int n,
			    struct xdp_frame **xdp, u32 flags);
};
struct ethtool_ops {
	u32 (*get_link)(struct net_device *);
	int (*nway_reset)(struct net_device *);
	void (*self_test)(struct net_device *, struct ethtool_test *, u64 *);
};
struct net_device {
	const struct net_device_ops *netdev_ops;
	const struct ethtool_ops *ethtool_ops;
	unsigned int mtu;
	int irq;
};
struct notifier_block {
	int (*notifier_call)(struct notifier_block *nb, unsigned long action,
			     void *data);
	struct notifier_block *next;
	int priority;
};

struct net_device *alloc_etherdev(int sizeof_priv);
int register_netdev(struct net_device *dev);
void unregister_netdev(struct net_device *dev);
int register_netdevice_notifier(struct notifier_block *nb);
void netif_napi_add_weight(struct net_device *dev, struct napi_struct *napi,
			   int (*poll)(struct napi_struct *, int), int weight);
void netif_napi_add_tx_weight(struct net_device *dev, struct napi_struct *napi,
			      int (*poll)(struct napi_struct *, int),
			      int weight);
bool napi_schedule(struct napi_struct *n);
bool napi_complete_done(struct napi_struct *n, int work_done);
void napi_enable(struct napi_struct *n);
void napi_disable(struct napi_struct *n);
struct sk_buff *napi_alloc_skb(struct napi_struct *napi, unsigned int length);
void *napi_alloc_frag(unsigned int fragsz);
int napi_gro_receive(struct napi_struct *napi, struct sk_buff *skb);
int netif_receive_skb(struct sk_buff *skb);
int netif_rx(struct sk_buff *skb);

static inline void *netdev_priv(const struct net_device *dev)
{
	return (char *)dev + sizeof(struct net_device);
}

static inline void netif_napi_add(struct net_device *dev,
				  struct napi_struct *napi,
				  int (*poll)(struct napi_struct *, int))
{
	netif_napi_add_weight(dev, napi, poll, NAPI_POLL_WEIGHT);
}

static inline void netif_napi_add_tx(struct net_device *dev,
				     struct napi_struct *napi,
				     int (*poll)(struct napi_struct *, int))
{
	netif_napi_add_tx_weight(dev, napi, poll, NAPI_POLL_WEIGHT);
}

/* Modules and their bus */

struct pci_device_id {
	u32 vendor, device;
};
struct pci_dev {
	unsigned int irq;
	struct device *parent;
	void *drvdata;
};
struct pci_driver {
	const char *name;
	const struct pci_device_id *id_table;
	int (*probe)(struct pci_dev *dev, const struct pci_device_id *id);
	void (*remove)(struct pci_dev *dev);
	void (*shutdown)(struct pci_dev *dev);
};

int __pci_register_driver(struct pci_driver *drv, struct module *owner,
			  const char *mod_name);
void pci_unregister_driver(struct pci_driver *drv);

#define module_init(initfn)                                                    \
	static inline __maybe_unused int (*__inittest(void))(void)             \
	{                                                                      \
		return initfn;                                                 \
	}                                                                      \
	int init_module(void) __attribute__((alias(#initfn)));
#define module_exit(exitfn)                                                    \
	static inline __maybe_unused void (*__exittest(void))(void)            \
	{                                                                      \
		return exitfn;                                                 \
	}                                                                      \
	void cleanup_module(void) __attribute__((alias(#exitfn)));
#define pci_register_driver(driver)                                            \
	__pci_register_driver(driver, THIS_MODULE, KBUILD_MODNAME)
#define module_pci_driver(driver)                                              \
	static int __init driver##_init(void)                                  \
	{                                                                      \
		return pci_register_driver(&(driver));                         \
	}                                                                      \
	module_init(driver##_init);                                            \
	static void __exit driver##_exit(void)                                 \
	{                                                                      \
		pci_unregister_driver(&(driver));                              \
	}                                                                      \
	module_exit(driver##_exit)

#endif
