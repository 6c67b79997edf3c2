lock
require_ours
change_routes
# A router's servers are changed by its control interface.
sed -n '/^router /p' "$FOLDER/caravan"
