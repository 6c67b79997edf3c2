"""The measurements of the MELODIC paper on NorNet, taken again on the emulated test bed, and set beside the paper's."""
