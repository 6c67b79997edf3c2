# Builds the jars when a source is newer than the last build, and runs the command line client from them.

VERSION=0.1.0-SNAPSHOT
SERVER_PACKED=$CARAVAN_HOME/server/target/caravan-server-$VERSION-exec.jar
SERVER_JAR=$CARAVAN_HOME/server/target/unpacked/caravan-server.jar
CLASS_ARCHIVES=$CARAVAN_HOME/server/target/class-archives
# Without a limit of its own the young generation takes a third of the heap, and a start touches all of it.
SERVER_JAVA=(-Xmx256m -Xmn32m -XX:+UseSerialGC -XX:TieredStopAtLevel=1)
MAKE_CLASS_ARCHIVE=("$CARAVAN_HOME/packaging/class-archive" make "$CLASS_ARCHIVES" java "$SERVER_JAR" "${SERVER_JAVA[@]}")
CLI_JAR=$CARAVAN_HOME/cli/target/caravan-cli-$VERSION.jar
IDE_JAR=$CARAVAN_HOME/modeling/ide/target/caravan-ide-$VERSION-exec.jar
EXPORT_JAR=$CARAVAN_HOME/modeling/exporters/target/caravan-exporters-$VERSION.jar
PICTURE_JAR=$CARAVAN_HOME/modeling/picture/target/caravan-picture-$VERSION-exec.jar
# Of the images of the services files and flink.
ENGINE_LIBRARIES=("$CARAVAN_HOME"/executionware/services/{s3proxy,flink-engine}/target/lib)
BUILD_STAMP=$CARAVAN_HOME/target/built

# Maven resets colours in pipes and files as well. Its processes end too soon for the second compiler and the parallel collector to pay off.
mvn() {
  local collector=-XX:+UseSerialGC
  [[ ${MAVEN_OPTS:-} != *-XX:+Use*GC* ]] || collector=
  local -x MAVEN_OPTS="-XX:TieredStopAtLevel=1 $collector ${MAVEN_OPTS:-}"
  if [ -t 1 ] && [ -t 2 ]; then command mvn "$@"; else command mvn -Dstyle.color=never "$@"; fi
}

sources_changed() {
  [ -f "$BUILD_STAMP" ] && [ -f "$SERVER_JAR" ] && [ -f "$CLI_JAR" ] && [ -f "$IDE_JAR" ] && [ -f "$PICTURE_JAR" ] && [ -f "$EXPORT_JAR" ] \
    && [ -d "${ENGINE_LIBRARIES[0]}" ] && [ -d "${ENGINE_LIBRARIES[1]}" ] || return 0
  [ -n "$(find "$CARAVAN_HOME"/pom.xml "$CARAVAN_HOME"/{api,modeling,adapters,monitoring,upperware,executionware,server,client,cli} \
    \( -name target -o -name test -o -name xtext-gen -o -path '*/modeling/eclipse' -o -path '*/modeling/vscode' \) -prune \
    -o -type f \( -name '*.java' -o -name pom.xml -o -path '*/src/main/*' \) -newer "$BUILD_STAMP" -print -quit)" ]
}

build() {
  sources_changed || return 0
  build_without_archive
  archive_server_classes
}

build_without_archive() {
  sources_changed || return 0
  local log=$CARAVAN_HOME/target/build.log
  mkdir -p "$CARAVAN_HOME/target"
  touch "$BUILD_STAMP.next"
  # Maven copies libraries into it and keeps those of older versions.
  rm -rf "${ENGINE_LIBRARIES[@]}"
  say "building (first time: also downloads libraries) …"
  mvn -B -T 2 -f "$CARAVAN_HOME/pom.xml" -Dmaven.test.skip=true \
    -pl server,cli,modeling/ide,modeling/picture,modeling/exporters,executionware/services/s3proxy,executionware/services/flink-engine \
    -am package 2>&1 </dev/null |
    tee "$log" | build_progress \
    || { grep -m 10 ERROR "$log" >&2; fail "The build failed." "read $log"; }
  unpack_server
  mv "$BUILD_STAMP.next" "$BUILD_STAMP"
  say "built"
}

# Of Maven's lines "[INFO] Building caravan-model 0.1.0-SNAPSHOT [5/41]", every tenth.
build_progress() {
  local line
  while IFS= read -r line; do
    [[ $line =~ ^\[INFO\]\ Building\ .*\[([0-9]*0)/([0-9]+)\]$ ]] && say "building: ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]} modules"
  done
  return 0
}

# Classes from jars within a jar take over twice the time to load (docs/decisions/process-startup.md).
unpack_server() {
  local unpacked
  unpacked=$(dirname "$SERVER_JAR")
  rm -rf "$unpacked"
  java -Djarmode=tools -jar "$SERVER_PACKED" extract --destination "$unpacked" --application-filename "$(basename "$SERVER_JAR")" \
    > /dev/null 2>&1 </dev/null \
    || fail "The server could not be unpacked into $unpacked." "the disk is full: df -h"
  # What unpacked it is no part of it, and in no bill of materials.
  rm -f "$unpacked"/lib/spring-boot-jarmode-tools-*.jar
}

# In the processor time that others leave: it takes 16 CPU-seconds, and servers that start before its end do without. Linux shares time
# between sessions first, where the session's own priority counts, and only then by the priorities of processes.
archive_server_classes() {
  (setsid_if_there nice -n 19 bash -c '{ echo 19 > /proc/self/autogroup; } 2> /dev/null; exec "$@"' _ "${MAKE_CLASS_ARCHIVE[@]}" \
    > "$CARAVAN_HOME/target/class-archive.log" 2>&1 </dev/null &)
}

# Nothing where it is made already; waits a minute for one that is being made. Its log is not that of the one in the background.
CLASS_ARCHIVE_NOW_LOG=$CARAVAN_HOME/target/class-archive-now.log
archive_server_classes_now() { "${MAKE_CLASS_ARCHIVE[@]}" > "$CLASS_ARCHIVE_NOW_LOG" 2>&1 </dev/null; }

# On standard input and output, which belong to the editor: nothing else may be printed there.
language_server() { exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -jar "$IDE_JAR" "$@"; }

picture() { java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -jar "$PICTURE_JAR" "$@"; }

export_model() { java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -jar "$EXPORT_JAR" "$@"; }

# Into the local repository of the caller, from where every build on this machine finds it.
maven_plugin() {
  local log=$CARAVAN_HOME/target/maven-plugin.log
  mkdir -p "$CARAVAN_HOME/target"
  mvn -q -B -f "$CARAVAN_HOME/pom.xml" -Dmaven.test.skip=true -pl modeling/maven-plugin -am install > "$log" 2>&1 </dev/null \
    || { grep -m 10 ERROR "$log" >&2; fail "The plugin could not be built." "read $log"; }
  say "org.caravan:caravan-maven-plugin:$VERSION is in your local repository"
}

# Starting fast matters more than running fast in a process that lives a second.
client() { java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto -jar "$CLI_JAR" "$@"; }
