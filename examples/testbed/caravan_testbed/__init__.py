"""The emulated test bed: sites, ISP links, nodes and users in network namespaces of one machine.

Knows nothing of Caravan's server: it only provides what a real infrastructure would (addresses, ssh, LXC, links).
"""
