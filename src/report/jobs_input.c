// SPDX-License-Identifier: GPL-2.0
#include "report/jobs_input.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

#define MAX_BYTES (64 << 20)
/* json-glib calls itself for each level; our own files have six. */
#define MAX_DEPTH 16

void ks_input_clear(KsInput *input)
{
	g_clear_object(&input->parser);
	g_clear_error(&input->why);
}

static bool refuse(const char *path, const char *why, GError **error)
{
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s: %s", path, why);
	return false;
}

/* All of a regular file: a pipe or a device might never end. */
static char *read_file(const char *path, gsize *size, GError **error)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	g_autofree char *text = NULL;
	struct stat st = {0};
	ssize_t got = 0;

	if (fd < 0 || fstat(fd, &st)) {
		refuse(path, g_strerror(errno), error);
	} else if (!S_ISREG(st.st_mode)) {
		refuse(path, "not a file", error);
	} else if (st.st_size > MAX_BYTES) {
		refuse(path, "larger than 64 MiB: not one of kseries' files",
		       error);
	} else {
		text = g_malloc(st.st_size + 1);
		for (*size = 0; *size < (gsize)st.st_size; *size += got) {
			got = read(fd, text + *size, st.st_size - *size);
			if (got <= 0)
				break;
		}
		text[*size] = '\0';
	}
	if (fd >= 0)
		close(fd);
	return g_steal_pointer(&text);
}

static bool is_flat(const char *text, gsize size)
{
	bool quoted = false;
	guint depth = 0;

	for (gsize i = 0; i < size; i++) {
		if (quoted && text[i] == '\\')
			i++;
		else if (text[i] == '"')
			quoted = !quoted;
		else if (!quoted && (text[i] == '[' || text[i] == '{'))
			depth++;
		else if (!quoted && (text[i] == ']' || text[i] == '}'))
			depth -= depth > 0;
		if (depth > MAX_DEPTH)
			return false;
	}
	return true;
}

bool ks_input_open(KsInput *input, const char *path, GError **error)
{
	g_autoptr(GError) why = NULL;
	g_autofree char *text = NULL;
	JsonNode *root;
	gsize size = 0;

	input->path = path;
	input->parser = json_parser_new();
	text = read_file(path, &size, error);
	if (!text)
		return false;
	if (!g_utf8_validate(text, size, NULL))
		return refuse(path, "not JSON: not UTF-8", error);
	if (!is_flat(text, size))
		return refuse(path, "not one of kseries' files: nested deeply",
			      error);
	if (!json_parser_load_from_data(input->parser, text, size, &why)) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s: not JSON: %s",
			    path, why->message);
		return false;
	}
	root = json_parser_get_root(input->parser);
	if (!root || !JSON_NODE_HOLDS_OBJECT(root))
		return refuse(path, "not one of kseries' files: no object",
			      error);
	input->root = json_node_get_object(root);
	return true;
}

void ks_input_wrong(KsInput *input, const char *name, const char *what, ...)
{
	g_autofree char *text = NULL;
	va_list ap;

	if (input->why)
		return;
	va_start(ap, what);
	text = g_strdup_vprintf(what, ap);
	va_end(ap);
	g_set_error(&input->why, KS_ERROR, KS_ERROR_USAGE, "%s: '%s' %s",
		    input->path, name, text);
}

bool ks_input_ok(KsInput *input, GError **error)
{
	if (!input->why)
		return true;
	g_propagate_error(error, g_steal_pointer(&input->why));
	return false;
}

static JsonNode *member(JsonObject *object, const char *name)
{
	return object ? json_object_get_member(object, name) : NULL;
}

static bool holds(JsonNode *node, GType type)
{
	return node && JSON_NODE_HOLDS_VALUE(node) &&
	       json_node_get_value_type(node) == type;
}

const char *ks_input_string(KsInput *input, JsonObject *object,
			    const char *name)
{
	JsonNode *node = member(object, name);

	if (!input->why && holds(node, G_TYPE_STRING))
		return json_node_get_string(node);
	ks_input_wrong(input, name, "is not a string");
	return "";
}

const char *ks_input_optional(KsInput *input, JsonObject *object,
			      const char *name)
{
	JsonNode *node = member(object, name);

	if (node && JSON_NODE_HOLDS_NULL(node))
		return NULL;
	return ks_input_string(input, object, name);
}

const char *ks_input_hash(KsInput *input, JsonObject *object, const char *name,
			  gsize digits)
{
	const char *text = ks_input_string(input, object, name);

	if (strlen(text) == digits &&
	    strspn(text, "0123456789abcdef") == digits)
		return text;
	ks_input_wrong(input, name, "is not a number of %u hexadecimal digits",
		       (guint)digits);
	return "";
}

gint64 ks_input_int(KsInput *input, JsonObject *object, const char *name,
		    gint64 min, gint64 max)
{
	JsonNode *node = member(object, name);

	if (!input->why && holds(node, G_TYPE_INT64) &&
	    json_node_get_int(node) >= min && json_node_get_int(node) <= max)
		return json_node_get_int(node);
	ks_input_wrong(input, name, "is not a number within its limits");
	return min;
}

bool ks_input_bool(KsInput *input, JsonObject *object, const char *name)
{
	JsonNode *node = member(object, name);

	if (!input->why && holds(node, G_TYPE_BOOLEAN))
		return json_node_get_boolean(node);
	ks_input_wrong(input, name, "is neither true nor false");
	return false;
}

JsonObject *ks_input_object(KsInput *input, JsonObject *object,
			    const char *name)
{
	JsonNode *node = member(object, name);

	if (!input->why && node && JSON_NODE_HOLDS_OBJECT(node))
		return json_node_get_object(node);
	ks_input_wrong(input, name, "is not an object");
	return NULL;
}

guint ks_input_array(KsInput *input, JsonObject *object, const char *name)
{
	JsonNode *node = member(object, name);
	JsonArray *array;

	if (input->why || !node || !JSON_NODE_HOLDS_ARRAY(node)) {
		ks_input_wrong(input, name, "is not an array");
		return 0;
	}
	array = json_node_get_array(node);
	for (guint i = 0; i < json_array_get_length(array); i++) {
		if (JSON_NODE_HOLDS_OBJECT(json_array_get_element(array, i)))
			continue;
		ks_input_wrong(input, name, "holds what is not an object");
		return 0;
	}
	return json_array_get_length(array);
}

JsonObject *ks_input_element(JsonObject *object, const char *name, guint i)
{
	return json_array_get_object_element(
		json_object_get_array_member(object, name), i);
}
