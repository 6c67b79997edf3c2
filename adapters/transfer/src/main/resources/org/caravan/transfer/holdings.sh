echo "arch $(dpkg --print-architecture 2>/dev/null || uname -m)"
echo "free $(($(stat -f -c '%a * %S' $LAYERS_HELD)))"
# What was cut off and nobody went on with for a day; unpackings of a day ago are dead.
find $INCOMING $LAYERS_HELD $PACKED -mindepth 1 -maxdepth 1 \( -path '*/incoming/*' -o -name '*.new-*' \) -mmin +1440 -exec rm -rf --one-file-system {} + || true
cd $LAYERS_HELD && find . -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sed -n 's/^[0-9a-f]\{64\}$/layer &/p'
cd $PACKED && find . -mindepth 1 -maxdepth 1 -type f -printf '%f\n' | sed -n 's/^\([0-9a-f]\{64\}\)\.tar\.zst$/packed \1/p'
cd $INCOMING && find . -mindepth 1 -maxdepth 1 -type f -printf 'part %f %s\n'
