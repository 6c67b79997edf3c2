"""Run from examples/clouds/machines:  python3 -m unittest discover -t . -s tests"""
