"""Registers a network agent whose heartbeat never gets old: none runs, but the stock mechanism driver binds ports only where one lives."""
import datetime
import json
import sys
import uuid

import sqlalchemy

engine = sqlalchemy.create_engine(sys.argv[1])
agents = sqlalchemy.Table("agents", sqlalchemy.MetaData(), autoload_with=engine)
start = datetime.datetime(2026, 1, 1)
configurations = {"bridge_mappings": {"public": "br-ex"}, "tunnel_types": [], "tunneling_ip": "127.0.0.1", "datapath_type": "system",
                  "in_distributed_mode": False, "extensions": [], "ovs_hybrid_plug": False, "bridge_name": "br-int"}
with engine.begin() as connection:
    connection.execute(agents.insert().values(
        id=str(uuid.uuid4()), agent_type="Open vSwitch agent", binary="neutron-openvswitch-agent", topic="N/A", host="compute1",
        admin_state_up=True, created_at=start, started_at=start, heartbeat_timestamp=datetime.datetime(2099, 1, 1), load=0,
        configurations=json.dumps(configurations)))
