#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0
# Patches by strangers: what they do when they are built is contained, and what
# they are not allowed to be is refused. The verdict says which.

# make's variables stand in quotes; status is each test's own
# shellcheck disable=SC2016,SC2030,SC2031
load lib

E1000=drivers/net/ethernet/intel/e1000

setup_file() {
	need_tree 6.1
	DIR=$(mktemp -d)
	export DIR
}

teardown_file() {
	[ -z "$DIR" ] || rm -rf "$DIR"
}

# hostile_patch NAME DIFF: the only patch of the series $DIR/NAME
hostile_patch() {
	make_series "$DIR/$1"
	printf '%s\n' "$2" | mail "$1" > "$DIR/$1/$1.patch"
	add_patch "$DIR/$1" "$1"
}

# hostile_makefile NAME TEXT: a patch that adds TEXT to e1000's Makefile, and
# moves a word in a source so that there is something to compile. The name of
# this run's folder makes it a patch that no earlier run has a verdict of.
hostile_makefile() {
	local work file=$E1000/Makefile name=$1
	work=$(mktemp -d -p "$DIR")
	mkdir -p "$work/a/$E1000" "$work/b/$E1000"
	for file in Makefile e1000_main.c; do
		store show "refs/trees/6.1:$E1000/$file" > "$work/a/$E1000/$file"
		cp "$work/a/$E1000/$file" "$work/b/$E1000/$file"
	done
	printf '# %s\n%s\n' "$DIR" "$2" >> "$work/b/$E1000/Makefile"
	sed -i '0,/int tx_clean_complete = 0, work_done = 0;/s//int work_done = 0, tx_clean_complete = 0;/' \
		"$work/b/$E1000/e1000_main.c"
	hostile_patch "$name" "$(cd "$work" && git diff --no-index --no-prefix a b |
		sed -e 's,^diff --git a/a/\(.*\) b/b/,diff --git a/\1 b/,')"
}

check() {
	kseries check "$DIR/$1" --on 6.1 --only apply,build --json \
		> "$DIR/$1.json" && status=0 || status=$?
	cat "$DIR/$1.json"
}

# What hostile code leaves in its build folder, the only place where it can, so
# that a test knows that it ran: $(SAID) in a Makefile, said NAME here.
SAID='$(abspath $(objtree))/ks-said'

said() {
	find "$KSERIES_HOME/build" -name "ks-said-$1" -exec cat {} +
	find "$KSERIES_HOME/build" -name "ks-said-$1" -delete
}

# --- code in a Makefile ----------------------------------------------------

@test "a Makefile cannot read ~/.ssh" {
	mkdir -p "$DIR/home/.ssh"
	echo a-secret-key > "$DIR/home/.ssh/id_rsa"
	chmod -R a+rX "$DIR"
	cat "$DIR/home/.ssh/id_rsa"
	hostile_makefile secret "\$(shell (id -u; cat $DIR/home/.ssh/id_rsa; ls $HOME/.ssh; echo end) > $SAID-secret 2>&1)"
	check secret
	[ "$(verdict secret apply)" = pass ]
	said secret > "$DIR/said"
	cat "$DIR/said"
	grep -qx end "$DIR/said"
	grep -h a-secret-key "$DIR/said" "$DIR/secret.json" && return 1
	if [ "$(id -u)" -eq 0 ]; then
		[ "$(head -n 1 "$DIR/said")" = 65534 ]
	fi
}

@test "a Makefile cannot write outside of its build folder" {
	hostile_makefile outside "\$(shell for f in $DIR/escaped $HOME/ks-escaped /usr/ks-escaped /ks-escaped /etc/ks-escaped \$(srctree)/ks-escaped \$(srctree)/$E1000/ks-escaped $KSERIES_HOME/ks-escaped $KSERIES_HOME/runs/ks-escaped; do echo x > \$\$f; done 2> /dev/null; echo end > $SAID-outside; rm -rf \$(srctree)/$E1000 $DIR/outside $KSERIES_HOME/runs 2> /dev/null)"
	check outside
	[ "$(verdict outside apply)" = pass ]
	[ "$(said outside)" = end ]
	[ -d "$DIR/outside" ]
	[ -d "$KSERIES_HOME/runs" ]
	# what it tried to remove is there: the driver's sources
	[ -n "$(find "$KSERIES_HOME/build" -path "*/$E1000/e1000_main.c")" ]
	for f in "$HOME" /usr / /etc "$KSERIES_HOME" "$KSERIES_HOME/runs"; do
		[ ! -e "$f/ks-escaped" ]
	done
	[ -z "$(find "$KSERIES_HOME/build" -name ks-escaped)" ]
	[ ! -e "$DIR/escaped" ]
}

@test "a Makefile cannot open a connection" {
	python3 -c '
import socket, sys
s = socket.create_server(("127.0.0.1", 0))
print(s.getsockname()[1], flush=True)
while True:
    c, _ = s.accept()
    print("connected", flush=True)
    c.close()' > "$DIR/listener" 3>&- &
	listener=$!
	for _ in $(seq 100); do [ -s "$DIR/listener" ] && break; sleep 0.1; done
	port=$(head -n 1 "$DIR/listener")
	perl -MIO::Socket::INET -e "IO::Socket::INET->new('127.0.0.1:$port') or die"
	for _ in $(seq 50); do grep -q connected "$DIR/listener" && break; sleep 0.1; done
	[ "$(grep -c connected "$DIR/listener")" -eq 1 ]
	hostile_makefile socket "\$(shell perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(\"127.0.0.1:$port\") ? \"through\" : \"no way\"' > $SAID-socket)"
	check socket
	sleep 0.2
	kill $listener
	[ "$(verdict socket apply)" = pass ]
	[ "$(said socket)" = 'no way' ]
	[ "$(grep -c connected "$DIR/listener")" -eq 1 ]
}

@test "a Makefile that forks without end is ended, and the verdict says why" {
	hostile_makefile forks "\$(shell perl -e 'while (1) { fork }')"
	check forks
	[ "$status" -ne 0 ]
	[ "$(verdict forks build)" != pass ]
	[[ "$(reason forks build)" == *processes* ]]
	[ -z "$(pgrep -f 'while \(1\) \{ fork \}')" ]
}

@test "a Makefile that fills the disk is ended, and the verdict says why" {
	hostile_makefile disk "\$(shell perl -e '\$\$x = \"x\" x (1 << 20); for (1 .. 400000) { open(\$\$f, \">\", \"\$(abspath \$(objtree))/ks-fill\$\$_\") or die; }; sleep 600' >&2)"
	check disk
	[ "$status" -ne 0 ]
	[ "$(verdict disk build)" != pass ]
	[[ "$(reason disk build)" == *files* ]]
	find "$KSERIES_HOME/build" -name 'ks-fill*' -delete
}

@test "a Makefile cannot signal other processes" {
	if [ "$(id -u)" -eq 0 ]; then
		setpriv --reuid=65534 --regid=65534 --clear-groups sleep 600 3>&- &
	else
		sleep 600 3>&- &
	fi
	victim=$!
	sleep 0.2
	hostile_makefile signals "\$(shell (kill -9 $victim || echo no way) > $SAID-signals 2>&1)"
	check signals
	[ "$(verdict signals apply)" = pass ]
	said signals | grep -q 'no way'
	kill $victim
}

@test "a Makefile cannot leave a daemon behind" {
	hostile_makefile daemon "\$(shell setsid sh -c 'while :; do echo beat >> $SAID-daemon; sleep 0.1; done' > /dev/null 2>&1 &)"
	check daemon
	[ "$(verdict daemon apply)" = pass ]
	said daemon | grep -q beat
	sleep 0.5
	[ -z "$(said daemon)" ]
}

# --- tricks with paths -------------------------------------------------------

# refused NAME WORD: apply says no, with WORD in the reason; nothing is built
refused() {
	check "$1"
	[ "$status" -eq 1 ]
	[ "$(verdict "$1" apply)" = fail ]
	reason "$1" apply
	[[ "$(reason "$1" apply)" == *"$2"* ]]
	[ "$(verdict "$1" build)" = skip ]
	[[ "$(reason "$1" build)" == *apply* ]]
}

# new_file PATH MODE LINE: a diff that makes a file
new_file() {
	cat <<-END
	diff --git a/$1 b/$1
	new file mode $2
	index 000000000000..111111111111
	--- /dev/null
	+++ b/$1
	@@ -0,0 +1 @@
	+$3
	END
	if [ "$2" = 120000 ] || [ "$2" = 160000 ]; then
		echo '\ No newline at end of file'
	fi
}

@test "path: .. out of the tree" {
	hostile_patch dots "$(new_file "../../ks-escaped" 100644 x)"
	refused dots ..
	[ ! -e "$KSERIES_HOME/ks-escaped" ]
	hostile_patch dots2 "$(new_file "$E1000/../../../../../../ks-escaped" 100644 x)"
	refused dots2 ..
}

@test "path: an absolute one" {
	hostile_patch absolute "--- /dev/null
+++ $DIR/ks-absolute
@@ -0,0 +1 @@
+x"
	refused absolute ks-absolute
	[ ! -e "$DIR/ks-absolute" ]
}

@test "path: a symbolic link, and a file through it" {
	hostile_patch link "$(new_file $E1000/out 120000 /tmp)"
	refused link 'symbolic link'
	hostile_patch through "$(new_file $E1000/out 120000 /tmp
		new_file $E1000/out/ks-through 100644 x)"
	refused through out
	[ ! -e /tmp/ks-through ]
}

@test "path: .git/" {
	hostile_patch git "$(new_file .git/hooks/post-checkout 100644 x)"
	refused git .git
	hostile_patch gitsub "$(new_file $E1000/.GIT/config 100644 x)"
	refused gitsub .GIT
}

@test "path: .gitattributes and .gitmodules" {
	hostile_patch attributes "$(new_file $E1000/.gitattributes 100644 '*.c filter=x')"
	refused attributes 'a file that git acts on'
	hostile_patch modules "$(new_file .gitmodules 100644 '[submodule "x"]')"
	refused modules 'a file that git acts on'
}

@test "path: a submodule" {
	hostile_patch submodule "diff --git a/$E1000/sub b/$E1000/sub
new file mode 160000
index 000000000000..1111111111111111111111111111111111111111
--- /dev/null
+++ b/$E1000/sub
@@ -0,0 +1 @@
+Subproject commit 1111111111111111111111111111111111111111"
	refused submodule submodule
}

@test "path: an executable file" {
	hostile_patch exec "$(new_file $E1000/run.sh 100755 '#!/bin/sh')"
	refused exec 'mode 100755'
	hostile_patch chmod "diff --git a/$E1000/e1000_main.c b/$E1000/e1000_main.c
old mode 100644
new mode 100755"
	refused chmod 'mode'
}
