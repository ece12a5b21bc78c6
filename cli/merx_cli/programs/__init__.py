"""Bots that are programs of their own and speak the protocol that `docs/bots.md` describes.

===========  ================================================================================
keeper       a script: runs a program, and ends all that it started when it or merx ends
process      a running program as two streams of lines, with deadlines, never blocking
words        what a program writes, made fit for people
protocol     the messages: made, and read
program      a program that has said hello: new game, choose, end, quit, and its clock
pool         running programs, lent to seats and taken back after the game
===========  ================================================================================
"""
