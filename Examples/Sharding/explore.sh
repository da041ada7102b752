#!/bin/sh
# Explores in several processes of this machine, in rounds, until no shard hands over anything new; then merges.
#
#   Examples/Sharding/explore.sh 4 .build/exploration \
#     .build/debug/focalPackageTests.xctest --testing-library swift-testing --filter FeedExploration
#
# The command is an executable of tests: `swift test` lets only one of several processes run. A shard that is killed is
# started again in the next round.
set -eu
shards=$1
export EXPLORATION_FOLDER=$2 SWIFT_DETERMINISTIC_HASHING=1
shift 2
mkdir -p "$EXPLORATION_FOLDER"
files() { find "$EXPLORATION_FOLDER" -name '*.json' | wc -l; }
while
  before=$(files)
  seq "$shards" | xargs -P "$shards" -I {} env "EXPLORATION_SHARD={}/$shards" "$@" >&2 || true
  [ "$(files)" -gt "$before" ]
do :; done
exec "$@"
