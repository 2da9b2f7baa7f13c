// SPDX-License-Identifier: GPL-2.0-only
/*
 * screen.c - the terminal, by the sequences that xterm and all that came after it know
 */
#include "user/markctl/read/screen.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios before;
static bool is_on;

int screen_begin(void)
{
	struct termios now;

	if (!isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &before))
		return -ENOTTY;
	now = before;
	now.c_lflag &= ~(ICANON | ECHO);
	now.c_cc[VMIN] = 0;
	now.c_cc[VTIME] = 0;
	/* To be stopped is to leave a terminal that shows no keys. */
	now.c_cc[VSUSP] = _POSIX_VDISABLE;
	if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &now))
		return -ENOTTY;
	if (!is_on)
		atexit(screen_end);
	is_on = true;
	fputs("\033[?1049h\033[?25l", stdout);
	fflush(stdout);
	return 0;
}

void screen_end(void)
{
	if (!is_on)
		return;
	is_on = false;
	fputs("\033[?25h\033[?1049l", stdout);
	fflush(stdout);
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

void screen_size(int *lines, int *columns)
{
	struct winsize size;
	bool known = !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);

	*lines = known && size.ws_row ? size.ws_row : 24;
	*columns = known && size.ws_col ? size.ws_col : 80;
}

bool screen_key_is_quit(void)
{
	char keys[64];
	ssize_t length = read(STDIN_FILENO, keys, sizeof(keys));

	/* Its other end is gone. */
	if (length < 0 && errno != EAGAIN && errno != EINTR)
		return true;
	return length > 0 && (memchr(keys, 'q', length) || memchr(keys, 'Q', length));
}
