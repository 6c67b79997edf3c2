"""Measures what Caravan costs on this machine and prints it as a table; asserts no times.

figures, deployments and table are pure; server, api, bed and the parts touch processes and the network."""
