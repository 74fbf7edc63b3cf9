"""Counts votes, reads them, and watches one. Run: QUIPU_ADDRESS=http://localhost:8080 python3 examples/count.py"""

import os

from quipu_client import Event, Quipu

with Quipu(os.environ.get("QUIPU_ADDRESS", "http://localhost:8080")) as client:
    # Followed from the start: the first count is what there is, further ones come when it has changed.
    live = client.live(["back in black"])

    # Each is acknowledged, and counts once; they travel together.
    votes = [Event("back in black"), Event("back in black", 3), Event("black album", 2)]
    for vote in [client.submit(vote) for vote in votes]:
        vote.result()
    # Sent twice with its id, it is counted once.
    for _ in range(2):
        client.add("back in black", id="voter-5")

    for count in client.get_many(["back in black", "black album", "black star"]):
        print(f"{count.counter}: {count.count}")

    for count in live:
        print(f"live: {count.counter} {count.count}")
        if count.count >= 5:
            live.close()

    print(f"in doubt: {len(client.close())}")
