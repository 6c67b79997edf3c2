"""moto's EC2, made strict where its answers would be kinder than the real one's, with machines behind its instances."""
