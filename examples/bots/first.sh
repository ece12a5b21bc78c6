#!/bin/sh
# A bot as a shell script: it takes the first legal action. It needs sed and nothing else.
# merx play mercurius --bot exec:./first.sh
while IFS= read -r message; do
  case $message in
    '{"type":"hello"'*)
      echo '{"type":"hello","protocol":"merx-bot/1","name":"first"}' ;;
    '{"type":"choose"'*)
      action=$(printf '%s\n' "$message" | sed 's/.*"legal":\["\([^"]*\)".*/\1/')
      echo "{\"action\":\"$action\"}" ;;
    '{"type":"quit"'*)
      exit 0 ;;
  esac
done
