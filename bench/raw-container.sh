# Starts the image once by lxc-start alone, and prints the milliseconds until its port answers inside.
mkdir -p "$folder/raw1/upper"
config raw1 "overlay:$LAYERS:$folder/raw1/upper" >"$folder/raw1/config"
echo "lxc.net.0.ipv4.address = $network.$((FIRST + 1))/24" >>"$folder/raw1/config"

began=${EPOCHREALTIME/./}
start 1
answers 1
millis "$began" "${EPOCHREALTIME/./}"
