"""Run from examples/testbed:  python3 -m unittest discover -t . -s tests"""
