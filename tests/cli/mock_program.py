"""A program for tests that speaks merx-bot/1 and goes wrong on demand.

python mock_program.py WHAT AT MARKER: at question number AT it does WHAT. MARKER is for whoever
looks for its processes; those that it starts have it in their command line too.
"""

import json
import os
import signal
import subprocess
import sys
import time

what, at, marker = sys.argv[1], int(sys.argv[2]), sys.argv[3]


def say(text, end="\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()


def start_child(**options):
    command = [sys.executable, "-c", "import time; time.sleep(60)", marker]
    return subprocess.Popen(command, **options)


def go_wrong(message):
    match what:
        case "crash":
            print("thinking hard", file=sys.stderr)
            sys.exit("out of ideas")
        case "segfault":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "stall":
            time.sleep(60)
        case "stall_deaf_to_sigterm":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            start_child(start_new_session=True, stdin=subprocess.DEVNULL)
            time.sleep(60)
        case "half_an_answer":
            say('{"action":', end="")
            time.sleep(60)
        case "illegal":
            say('{"action":"buy the moon"}')
        case "not_now":
            say('{"action":"end discarding"}')
        case "rubbish":
            say("let me think ...")
        case "no_action":
            say('{"move":"buy silk"}')
        case "binary":
            os.write(1, b"\xff\xfe\x00\n")
        case "nested":
            say("[" * 60_000)
        case "two_lines":
            say(answer(message) + "\n" + answer(message))
        case "close_stdout":
            os.close(1)
            time.sleep(60)
        case "close_stdin":
            os.close(0)
            say(answer(message))
            time.sleep(60)
        case "endless":
            while True:
                os.write(1, b"x" * 4096)
        case "endless_log":
            while True:
                os.write(2, b"x" * 4095 + b"\n")
        case "loud":
            os.write(2, b"y" * 300_000 + b"\n")
            say(answer(message))
        case "fork_and_hang":
            start_child()
            time.sleep(60)
        case "child_in_a_session_of_its_own":
            start_child(start_new_session=True, stdin=subprocess.DEVNULL)
            time.sleep(60)
        case "orphan_and_crash":
            # The child holds stdout open, its parent is gone.
            start_child(start_new_session=True)
            os._exit(4)
        case "leave_a_child":
            start_child(start_new_session=True)
            say(answer(message))
        case "late":
            time.sleep(0.15)
            say(answer(message))
        case "tell_time":
            time.sleep(0.002)
            print("time_left", message["time_left"], file=sys.stderr)
            say(answer(message))
        case _:
            say(answer(message))


def answer(message):
    return json.dumps({"type": "action", "action": message["legal"][0], "thought": ["none"]})


questions = 0
if what == "banner":
    say("Mockfish 16 by the authors")
for line in sys.stdin:
    message = json.loads(line)
    match message["type"]:
        case "hello" if what == "mute":
            time.sleep(60)
        case "hello" if what == "old":
            say('{"type":"hello","protocol":"merx-bot/0","name":"mock"}')
        case "hello":
            say(f'{{"type":"hello","protocol":"merx-bot/1","name":"mock {what}","text":true}}')
        case "choose":
            questions += 1
            if questions < at:
                say(answer(message))
            else:
                go_wrong(message)
        case "end" if what == "leave_after_end":
            sys.exit(0)
        case "quit" if what == "stay":
            time.sleep(60)
        case "quit" if what == "quit_badly":
            sys.exit(7)
        case "quit":
            sys.exit(0)
        case "new_game" | "end":
            pass
        case unknown if what == "strange":
            raise KeyError(unknown)
