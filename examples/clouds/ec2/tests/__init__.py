"""Run from examples/clouds/ec2:  sudo CARAVAN_REAL=1 python3 -m unittest discover -t . -s tests"""
