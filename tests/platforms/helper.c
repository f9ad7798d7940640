/* SPDX-License-Identifier: MIT */
/* helper FILE COMMAND...: runs a command while this program has FILE open and shares it with
 * nobody, which no shell on Windows does. Returns the command's status. */
#include <stdio.h>
#include <string.h>
#include <windows.h>

int main(int argc, char **argv)
{
    STARTUPINFOA startup = {.cb = sizeof startup};
    PROCESS_INFORMATION process;
    char line[4096] = "";
    DWORD status = 2;

    if (argc < 3 ||
        CreateFileA(argv[1], GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL) == INVALID_HANDLE_VALUE)
        return 2;
    for (char **word = argv + 2; *word; word++)
        snprintf(line + strlen(line), sizeof line - strlen(line), "\"%s\" ", *word);
    if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &process))
        return 2;
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &status);
    return (int)status;
}
