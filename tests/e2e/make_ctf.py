#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
#
# Writes traces in the layout of the record probe (CTF 1.8), known to the last byte.
# usage: make_ctf.py SCENARIO DIR; the scenarios are the functions at the end.
import os
import random
import struct
import sys
import uuid

BASE_S = 1700000000  # 2023-11-14 22:13:20 UTC
HEADER = struct.Struct('<I16sIQ')
CONTEXT = struct.Struct('<QQQQQQII')

TYPES = {  # name: TSDL, struct
    'int': ('integer { size = 32; align = 8; signed = true; }', '<i'),
    'uint': ('integer { size = 32; align = 8; signed = false; }', '<I'),
    'long': ('integer { size = 64; align = 8; signed = true; }', '<q'),
    'ulong': ('integer { size = 64; align = 8; signed = false; }', '<Q'),
    'pointer': ('integer { size = 64; align = 8; signed = false; base = 16; }', '<Q'),
    'double': ('floating_point { exp_dig = 11; mant_dig = 53; align = 8; }', '<d'),
    'string': ('string', None),
}

METADATA = '''/* CTF 1.8 */
typealias integer { size = 8; align = 8; signed = false; } := uint8_t;
typealias integer { size = 32; align = 8; signed = false; } := uint32_t;
typealias integer { size = 64; align = 8; signed = false; } := uint64_t;
trace {
	major = 1; minor = 8; uuid = "%(uuid)s"; byte_order = le;
	packet.header := struct {
		uint32_t magic; uint8_t uuid[16]; uint32_t stream_id; uint64_t stream_instance_id;
	};
};
env {
	domain = "%(domain)s"; hostname = "%(host)s"; procname = "%(program)s"; vpid = %(pid)d;
	tracer_name = "marker";
};
clock {
	name = "marker_tsc"; uuid = "11111111-2222-3333-4444-555555555555";
	freq = 1000000000; offset_s = %(base)d; offset = 0; absolute = TRUE;
};
typealias integer { size = 27; align = 1; signed = false; map = clock.marker_tsc.value; } := short_t;
typealias integer { size = 64; align = 8; signed = false; map = clock.marker_tsc.value; } := long_t;
stream {
	id = 0;
	packet.context := struct {
		long_t timestamp_begin; uint64_t content_size; uint64_t packet_size; long_t timestamp_end;
		uint64_t packet_seq_num; uint64_t events_discarded; uint32_t %(who)s;
		uint32_t level;
	};
	event.header := struct {
		enum : integer { size = 5; align = 1; signed = false; } { compact = 0 ... 30, extended = 31 } id;
		variant <id> {
			struct { short_t timestamp; } compact;
			struct { uint32_t id; long_t timestamp; } extended;
		} v;
	} align(8);
};
'''


class Trace:
    """One process's trace: events are (time in ns after BASE_S, name, value...)."""

    def __init__(self, directory, program='prog', pid=100, host='box', domain='ust'):
        self.path = os.path.join(directory, 'kernel' if domain == 'kernel' else f'{program}-{pid}')
        os.makedirs(self.path)
        self.domain = domain
        self.uuid = uuid.uuid5(uuid.NAMESPACE_OID, self.path)
        self.names = {'uuid': self.uuid, 'domain': domain, 'host': host, 'program': program,
                      'pid': pid, 'base': BASE_S, 'who': 'cpu_id' if domain == 'kernel' else 'tid'}
        self.events = {}

    def event(self, name, **fields):
        self.events[name] = (len(self.events), fields)

    def encode(self, when, name, values):
        number, fields = self.events[name]
        if number < 31 and when % 3:  # now and then the extended form
            data = struct.pack('<I', number | (when & 0x7ffffff) << 5)
        else:
            data = struct.pack('<BIQ', 31, number, when)
        for kind, value in zip(fields.values(), values):
            if kind == 'string':
                data += value.encode() + b'\0'
            else:
                data += struct.pack(TYPES[kind][1], value)
        return data

    def packet(self, tid, seq, events, discarded=0, room=0, begin=None, end=None):
        """One file, which has `room` more bytes than content."""
        payload = b''.join(self.encode(e[0], e[1], e[2:]) for e in events)
        content = 8 * (HEADER.size + CONTEXT.size + len(payload))
        begin = events[0][0] if begin is None else begin
        end = events[-1][0] if end is None else end
        data = HEADER.pack(0xc1fc1fc1, self.uuid.bytes, 0, tid)
        data += CONTEXT.pack(begin, content, content + 8 * room, end, seq, discarded, tid, 0)
        letter = 'C' if self.domain == 'kernel' else 'T'
        with open(f'{self.path}/{letter}{tid}.0-{seq}', 'wb') as out:
            out.write(data + payload + bytes(room))

    def close(self):
        text = METADATA % self.names
        for name, (number, fields) in self.events.items():
            text += f'event {{\n\tname = "{name}";\n\tid = {number};\n\tstream_id = 0;\n\tfields := struct {{\n'
            for field, kind in fields.items():
                text += f'\t\t{TYPES[kind][0]} _{field};\n'
            text += '\t};\n};\n'
        with open(f'{self.path}/metadata', 'w') as out:
            out.write(text)


def two(directory, size=1000):
    """Two processes with three threads each and two processors of the kernel, interleaved."""
    for p, pid in ((0, 100), (1, 200)):
        trace = Trace(directory, 'alpha' if p == 0 else 'beta', pid)
        trace.event('tick', n='int', at='pointer')
        trace.event('note', text='string', value='double', big='ulong', small='long')
        for t in range(3):
            for seq in range(4):
                first = seq * size
                trace.packet(pid + t, seq, [
                    (6 * (first + i) + 2 * t + p, 'tick', first + i, 0x1000 + i) if i % 10 else
                    (6 * (first + i) + 2 * t + p, 'note', f'"{i}"\n', i / 7, 2**64 - 1 - i, -i)
                    for i in range(size)], room=100)
        trace.close()
    kernel = Trace(directory, domain='kernel')
    kernel.event('irq', number='uint')
    for cpu in range(2):
        kernel.packet(cpu, 0, [(3000 * i + cpu, 'irq', i) for i in range(8)])
    kernel.close()


def gaps(directory):
    """Events discarded before the first packet's end and before the third's; the fourth is missing."""
    trace = Trace(directory)
    trace.event('tick', n='int')
    for seq, lost in ((0, 5), (1, 5), (2, 12), (4, 12)):
        trace.packet(7, seq, [(100 * seq + i, 'tick', i) for i in range(3)], discarded=lost)
    trace.close()


def none(directory):
    """Markers and no event."""
    trace = Trace(directory)
    trace.event('tick', n='int')
    trace.close()


def pairs(directory):
    """What an export makes of begin and end: nested, crossed, each of them missing, on two threads."""
    trace = Trace(directory, 'app', 300)
    for name in ('req_begin', 'req_end', 'io_enter', 'io_exit', 'job_start', 'job_done', 'lock', 'unlock',
                 'tick'):
        trace.event(name, n='int')
    trace.packet(301, 0, [
        (1000, 'req_begin', 1), (2000, 'io_enter', 2), (2500, 'tick', 3), (3000, 'io_exit', 4),
        (4001, 'req_end', 5), (5000, 'io_exit', 6), (6000, 'job_start', 7), (6500, 'req_begin', 8),
        (7000, 'job_done', 9), (8000, 'req_begin', 10), (9000, 'tick', 11)])
    trace.packet(302, 0, [(1500, 'lock', 1), (2600, 'lock', 2), (2700, 'unlock', 3), (3600, 'unlock', 4)])
    trace.close()


def large(directory, packets=100):
    """For figures: a million events of four threads."""
    trace = Trace(directory)
    trace.event('tick', n='int', at='pointer')
    for tid in range(1, 5):
        for seq in range(int(packets)):
            first = seq * 2500
            trace.packet(tid, seq, [(40 * (first + i) + tid, 'tick', i, 0x1000 + i) for i in range(2500)])
    trace.close()


def damage(directory, number):
    """A smaller `two` with one fault in it; which one is told by the number alone."""
    two(directory, 40)
    rng = random.Random(int(number))
    files = sorted(os.path.join(d, f) for d, _, names in os.walk(directory) for f in names)
    path = rng.choice([f for f in files if f.endswith('metadata')] if rng.random() < 0.4 else files)
    data = bytearray(open(path, 'rb').read())
    kind = rng.choice(('cut', 'bit', 'bytes', 'header', 'zero', 'double'))
    at = rng.randrange(len(data))
    if kind == 'cut':
        del data[at:]
    elif kind == 'bit':
        data[at] ^= 1 << rng.randrange(8)
    elif kind == 'bytes':
        data[at:at + 16] = rng.randbytes(16)
    elif kind == 'header':
        data[rng.randrange(min(84, len(data)))] ^= 1 << rng.randrange(8)
    elif kind == 'zero':
        data[at:at + 512] = bytes(min(512, len(data) - at))
    else:
        data[at:at] = data[at // 2:at]
    open(path, 'wb').write(data)
    return f'{kind} {os.path.relpath(path, directory)}'


def damages(directory, last):
    """So many of them, DIR/1 and so on, and what was done to each in DIR/1.what."""
    for number in range(1, int(last) + 1):
        what = damage(os.path.join(directory, str(number)), number)
        with open(os.path.join(directory, f'{number}.what'), 'w') as out:
            out.write(what + '\n')


if __name__ == '__main__':
    globals()[sys.argv[1]](*sys.argv[2:])
