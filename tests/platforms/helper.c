/* SPDX-License-Identifier: MIT */
/* Does to a command what a shell on Windows cannot:
 *     helper hold FILE COMMAND...     while this program has FILE open and shares it with nobody
 *     helper break MILLISECONDS COMMAND...     sends it Ctrl-Break after a while
 * Returns the command's status, or 1 for one that does not fit into a byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static int run(char **words, DWORD wait)
{
    STARTUPINFOA startup = {.cb = sizeof startup};
    PROCESS_INFORMATION process;
    char line[4096] = "";
    DWORD status = 2;

    for (; *words; words++)
        snprintf(line + strlen(line), sizeof line - strlen(line), "\"%s\" ", *words);
    if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, wait ? CREATE_NEW_PROCESS_GROUP : 0, NULL,
                        NULL, &startup, &process))
        return fprintf(stderr, "cannot start %s: %lu\n", line, GetLastError()), 2;
    if (wait && WaitForSingleObject(process.hProcess, wait) == WAIT_TIMEOUT &&
        !GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, process.dwProcessId))
        fprintf(stderr, "cannot send Ctrl-Break: %lu\n", GetLastError());
    if (wait && WaitForSingleObject(process.hProcess, 60000) == WAIT_TIMEOUT) {
        fprintf(stderr, "it does not end\n");
        TerminateProcess(process.hProcess, 3);
    }
    WaitForSingleObject(process.hProcess, INFINITE);
    GetExitCodeProcess(process.hProcess, &status);
    return status > 255 ? 1 : (int)status;
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    if (!strcmp(argv[1], "break")) {
        AllocConsole(); /* where there is none: events go through it */
        return run(argv + 3, (DWORD)atoi(argv[2]));
    }
    if (CreateFileA(argv[2], GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL) == INVALID_HANDLE_VALUE)
        return fprintf(stderr, "cannot hold %s\n", argv[2]), 2;
    return run(argv + 3, 0);
}
