#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Clients that mean no good.   usage: hostile.py SOCKET KIND

garbage      a megabyte of random bytes
endless      a line that does not end, a megabyte
zero         a line with zero bytes
thousand     a thousand connections at once, each with half a line
unread       asks for lists until nothing more can be sent, and reads none; stays for a second
half         closes its writing end in the middle of a line, and waits for the end
slow         a byte at a time
many         10,000 requests in one go, all replies are read
stranger     another user (root is needed); says: denied, silence, or answered
"""
import os
import random
import select
import socket
import sys
import time


def connect(path, seconds=10):
    s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    s.settimeout(seconds)
    s.connect(path)
    return s


def send(s, data):
    """As much as is taken; the other end may have gone."""
    try:
        s.sendall(data)
    except (BrokenPipeError, ConnectionResetError, socket.timeout):
        pass


def read_to_end(s):
    data = b''
    try:
        while True:
            part = s.recv(65536)
            if not part:
                break
            data += part
    except (ConnectionResetError, socket.timeout):
        pass
    return data


def send_aside(s, data):
    """By a process of its own, so that the replies can be read meanwhile."""
    pid = os.fork()
    if pid == 0:
        send(s, data)
        try:
            s.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        os._exit(0)
    return pid


def garbage(path):
    random.seed(1)
    s = connect(path)
    pid = send_aside(s, random.randbytes(1 << 20))
    read_to_end(s)
    s.close()
    os.waitpid(pid, 0)


def endless(path):
    s = connect(path)
    send(s, b'list ' * 200000)
    read_to_end(s)


def zero(path):
    s = connect(path)
    send(s, b'list\0\n\0\0\nlist\n')
    s.shutdown(socket.SHUT_WR)
    if read_to_end(s).count(b'error EILSEQ') != 2:
        sys.exit(1)


def thousand(path):
    clients = []
    for _ in range(1000):
        s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        s.setblocking(False)
        try:
            s.connect(path)
            s.send(b'sta')
        except OSError:
            pass
        clients.append(s)
    time.sleep(0.2)
    for s in clients:
        s.close()


def unread(path):
    s = connect(path)
    s.setblocking(False)
    end = time.monotonic() + 1
    while time.monotonic() < end:
        try:
            s.send(b'list\n' * 1000)
        except BlockingIOError:
            select.select([], [s], [], 0.1)
        except OSError:
            break


def half(path):
    s = connect(path)
    send(s, b'sta')
    s.shutdown(socket.SHUT_WR)
    read_to_end(s)


def slow(path):
    s = connect(path)
    for byte in b'list\n':
        send(s, bytes([byte]))
        time.sleep(0.02)
    s.shutdown(socket.SHUT_WR)
    if b'\nok ' not in read_to_end(s):
        sys.exit(1)


def many(path):
    s = connect(path)
    pid = send_aside(s, b'list nothing\n' * 10000)
    replies = read_to_end(s).count(b'ok markers=0\n')
    os.waitpid(pid, 0)
    if replies != 10000:
        print('%d replies' % replies)
        sys.exit(1)


def stranger(path):
    os.setgroups([])
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)
    try:
        print('answered' if read_to_end(connect(path)) else 'silence')
    except PermissionError:
        print('denied')


globals()[sys.argv[2]](sys.argv[1])
