"""Raises and removes the control plane; knows nothing of Caravan. What runs inside of OpenStack's processes is in ../inside."""
