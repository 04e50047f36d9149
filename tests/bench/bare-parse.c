// SPDX-License-Identifier: GPL-2.0
/* bare-parse UNIT [CLANG-ARGUMENT]...: what libclang costs without us. */
#include <clang-c/Index.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	CXIndex index;
	CXTranslationUnit tu = NULL;

	if (argc < 2) {
		fputs("usage: bare-parse UNIT [CLANG-ARGUMENT]...\n", stderr);
		return 2;
	}
	index = clang_createIndex(0, 0);
	clang_parseTranslationUnit2(index, argv[1],
				    (const char *const *)argv + 2, argc - 2,
				    NULL, 0, CXTranslationUnit_KeepGoing, &tu);
	if (tu)
		clang_disposeTranslationUnit(tu);
	clang_disposeIndex(index);
	return tu ? 0 : 3;
}
