/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_INPUT_H
#define KS_INPUT_H

#include <json-glib/json-glib.h>
#include <stdbool.h>

/*
 * A JSON file that may have come from anywhere, read member by member.  The
 * first thing that is wrong is kept in @why, as a usage error with the file's
 * name; from then on the members are empty, so that a caller may read on and
 * look once.
 */
typedef struct {
	const char *path;
	JsonParser *parser;
	JsonObject *root;
	GError *why;
} KsInput;

/*
 * Open a file of at most 64 MiB that holds one object, of valid UTF-8 and not
 * nested deeply.
 */
bool ks_input_open(KsInput *input, const char *path, GError **error);
void ks_input_clear(KsInput *input);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KsInput, ks_input_clear)

/* Remember that @name is wrong: "path: 'name' WHAT". */
void ks_input_wrong(KsInput *input, const char *name, const char *what, ...)
	G_GNUC_PRINTF(3, 4);

/* Hand over what was wrong, if anything; false then. */
bool ks_input_ok(KsInput *input, GError **error);

/* Members that have to be there; "" and @min where they are not. */
const char *ks_input_string(KsInput *input, JsonObject *object,
			    const char *name);
gint64 ks_input_int(KsInput *input, JsonObject *object, const char *name,
		    gint64 min, gint64 max);
bool ks_input_bool(KsInput *input, JsonObject *object, const char *name);

/* A string that may be null; NULL then. */
const char *ks_input_optional(KsInput *input, JsonObject *object,
			      const char *name);

/* A string of @digits hexadecimal digits. */
const char *ks_input_hash(KsInput *input, JsonObject *object, const char *name,
			  gsize digits);

/* An object in the object; NULL where it is not. */
JsonObject *ks_input_object(KsInput *input, JsonObject *object,
			    const char *name);

/* An array of objects; their number is 0 where it is not one. */
guint ks_input_array(KsInput *input, JsonObject *object, const char *name);
JsonObject *ks_input_element(JsonObject *object, const char *name, guint i);

#endif
