"""Machines of an emulated cloud: containers that look like rented machines, and the network between them.

Knows nothing of any cloud's API: EC2 and Nova are put in front of it by others.
"""
