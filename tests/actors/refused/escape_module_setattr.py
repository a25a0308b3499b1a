# refused | any error
def go(payload):
    import json
    json.loads = lambda x: 5
