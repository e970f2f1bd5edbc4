/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prints what the installed PMIx headers say of every struct, member and constant that the generated bindings know.
 * AbiProbeIT (../bindings) writes abi-symbols.h from the generated classes, compiles and runs this, and compares.
 */
#include <pmix.h>
#include <pmix_server.h>
#include <pmix_tool.h>

#include <stddef.h>
#include <stdio.h>
#include <sys/time.h>

#define STRUCT(type, name) printf("struct " name " %zu %zu\n", sizeof(type), _Alignof(type));
#define MEMBER(type, name, member) \
    printf("member " name "." #member " %zu %zu\n", offsetof(type, member), sizeof(((type *) NULL)->member));
#define NUMBER(name) printf("constant " #name " %lld\n", (long long) (name));
#define TEXT(name) printf("constant " #name " \"%s\"\n", name);

int main(void)
{
#include "abi-symbols.h"
    return 0;
}
