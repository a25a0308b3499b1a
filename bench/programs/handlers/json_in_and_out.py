# A document of orders read, changed and written, forty times.
import json


def run(payload):
    orders = []
    for i in range(60):
        orders.append({"id": i, "owner": "account" + str(i % 7), "price": 100 + i * 7 % 50, "open": i % 3 != 0,
                       "tags": ["spot", "limit", None], "note": "käufer \"" + str(i) + "\""})
    text = json.dumps({"orders": orders, "height": 1})
    total = 0
    for i in range(40):
        document = json.loads(text)
        document["height"] += 1
        for order in document["orders"]:
            if order["open"]:
                order["price"] += 1
                total += order["price"]
            order["tags"].append(order["owner"])
            order["tags"] = order["tags"][:3]
        text = json.dumps(document)
    return (str(total) + "/" + str(len(text)) + "/" + str(json.loads(text)["height"])).encode()
