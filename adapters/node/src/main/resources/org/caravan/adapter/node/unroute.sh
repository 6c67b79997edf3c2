# A router has its new servers: removes its routes to former ones.
lock
require_ours
ROUTES=$(<"$FOLDER/routes")
! has_network || in_force drop_former_routes
