# Votes counted by candidate and by voter, then the ten who lead.
def run(payload):
    votes = {}
    by_voter = {}
    for i in range(60000):
        name = "candidate" + str(i * 7919 % 97)
        votes[name] = votes.get(name, 0) + 1
        voter = i % 1009
        if voter in by_voter:
            by_voter[voter] += 1
        else:
            by_voter[voter] = 1
    leaders = []
    for name, count in votes.items():
        leaders.append((0 - count, name))
    leaders.sort()
    text = []
    for count, name in leaders[:10]:
        text.append(name + ":" + str(0 - count))
    return (",".join(text) + "/" + str(sum(by_voter.values()))).encode()
