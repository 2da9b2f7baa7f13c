// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * modules_kernel.c - modules with markers that come and go
 *
 * A module that is linked with module.lds has one symbol, __marker_object, that describes its table.
 * The notifier looks for it among the module's own symbols:
 *
 *	COMING	before the module's init: its markers are registered, and those that are connected
 *		already are on when init runs
 *	LIVE	its __init text is about to be freed: the sites in it are forgotten
 *	GOING	after its exit, or when its init failed: its sites are dropped, probes with code in it
 *		are disconnected, and no probe of it runs any more
 *
 * Priority: below the one of jump_label (1), which has to have made the module's keys usable.  A
 * module cannot be live before this notifier is there, since its sites need a symbol of this module.
 *
 * Locking: the list is changed and read under os_lock().
 */
#include "kmod.h"

static LIST_HEAD(modules);

static struct marker_module *find_module_of(const struct module *module)
{
	struct marker_module *known;

	list_for_each_entry(known, &modules, list)
		if (known->module == module)
			return known;
	return NULL;
}

/** marker_module_of() - the module with markers that an address is in, or NULL; os_lock() held */
struct module *marker_module_of(uintptr_t addr)
{
	struct marker_module *known;

	list_for_each_entry(known, &modules, list)
		if (known->module && within_module(addr, known->module))
			return known->module;
	return NULL;
}

void os_object_find(const void *inside, struct os_object *object)
{
	object->module = marker_module_of((uintptr_t)inside);
}

bool os_object_holds(const struct os_object *object, uintptr_t addr)
{
	return object->module && within_module(addr, object->module);
}

/*
 * While a module comes its __init text is there; once it is live that goes, and the kernel's own
 * goes when it has booted.  Keys and flags are data and stay.  By the module of the row, since another
 * one may be by now where the text was.
 */
bool os_text_exists(const struct os_object *object, const void *addr)
{
	const struct module *module = object->module;

	if (!module)
		return !marker_text_gone(addr);
	return module->state == MODULE_STATE_COMING || within_module_core((uintptr_t)addr, module);
}

/**
 * marker_module_register() - tell the core of a module's table
 * @module:	the module, NULL for the kernel itself
 * @object:	its __marker_object
 *
 * For what the notifier cannot find (marker_register_this_module() in marker.h); a module that it has
 * found is left as it is.
 *
 * Context: sleeps.
 * Return: 0, -ENOMEM, or -EPROTO for a module that was built with another version of marker.h.
 */
int marker_module_register(struct module *module, const struct marker_object *object)
{
	struct marker_module *known = os_alloc(sizeof(*known));
	int ret;

	if (!known)
		return -ENOMEM;
	known->module = module;
	known->object = object;
	os_lock();
	if (find_module_of(module)) {
		os_unlock();
		os_free(known);
		return 0;
	}
	list_add_tail(&known->list, &modules);
	os_unlock();
	ret = marker_object_register(object);
	if (!ret)
		return 0;
	/* Where there was no memory for its rows, the object is on the list of those to be read later. */
	marker_object_unregister(object);
	os_lock();
	list_del(&known->list);
	os_unlock();
	os_free(known);
	return ret;
}
EXPORT_SYMBOL_GPL(marker_module_register);

static const struct marker_object *find_object(const struct module *module)
{
	const struct marker_object *object = NULL;
	const struct mod_kallsyms *symbols;
	unsigned int i;

	rcu_read_lock_sched();
	symbols = marker_kallsyms(module);
	for (i = 0; symbols && i < symbols->num_symtab && !object; i++)
		if (!strcmp(symbols->strtab + symbols->symtab[i].st_name, "__marker_object"))
			object = (const void *)(uintptr_t)symbols->symtab[i].st_value;
	rcu_read_unlock_sched();
	return object;
}

static void module_comes(struct module *module)
{
	const struct marker_object *object = find_object(module);
	int ret = object ? marker_module_register(module, object) : 0;

	if (ret)
		pr_warn("markers of module %s cannot be used: error %d%s\n", module->name, ret,
			ret == -EPROTO ? ", built with another marker.h" : "");
}

static void module_lives(struct module *module)
{
	struct marker_module *known;

	os_lock();
	known = find_module_of(module);
	os_unlock();
	if (known)
		marker_object_trim(known->object);
}

/* The probes of a module that had no markers, or no memory for them. */
static void drop_probes(const struct module *module)
{
	struct os_object memory = { .module = module };
	struct marker_retired *list;
	unsigned int nr;

	os_lock();
	nr = marker_nr_connections;
	marker_drop_object(&memory);
	list = marker_retired_take(0);
	nr -= marker_nr_connections;
	os_unlock();
	if (nr)
		pr_warn("module %s left %u of its probes connected\n", module->name, nr);
	if (nr || list)
		marker_retired_free(list);
}

static void module_goes(struct module *module)
{
	struct marker_module *known;

	drop_probes(module);
	os_lock();
	known = find_module_of(module);
	os_unlock();
	if (!known)
		return;
	marker_object_unregister(known->object);
	os_lock();
	list_del(&known->list);
	os_unlock();
	os_free(known);
}

static int notify(struct notifier_block *block, unsigned long state, void *data)
{
	switch (state) {
	case MODULE_STATE_COMING:
		module_comes(data);
		break;
	case MODULE_STATE_LIVE:
		module_lives(data);
		break;
	case MODULE_STATE_GOING:
		module_goes(data);
		break;
	}
	return NOTIFY_OK;
}

static struct notifier_block notifier = {
	.notifier_call = notify,
	.priority = 0,
};

int marker_modules_init(void)
{
	return register_module_notifier(&notifier);
}

void marker_modules_exit(void)
{
	unregister_module_notifier(&notifier);
}
