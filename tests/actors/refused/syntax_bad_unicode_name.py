# refused
x = '\N{NO SUCH NAME AT ALL}'
