"""An SMTP server of others (aiosmtpd). It refuses each recipient the first time, and prints a line for each event."""

import asyncio
import json
from email import message_from_bytes, policy

from aiosmtpd.smtp import SMTP


def tell(**what):
    print(json.dumps(what), flush=True)


class Handler:
    def __init__(self):
        self.known = set()

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address not in self.known:
            self.known.add(address)
            tell(refused=address)
            return "451 4.7.1 come later"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(self, server, session, envelope):
        content = bytes(envelope.content)
        message = message_from_bytes(content, policy=policy.default)
        parts = list(message.walk())
        text = message.get_body(("plain",)).get_content()
        tell(
            sender=envelope.mail_from,
            recipients=envelope.rcpt_tos,
            size=len(content),
            subject=message["Subject"],
            id=message["Message-ID"],
            kinds=[part.get_content_type() for part in parts],
            ids=[part["Content-ID"] for part in parts if part["Content-ID"]],
            defects=[str(defect) for part in parts for defect in part.defects],
            text=text,
        )
        return "250 2.0.0 taken"


async def main():
    handler = Handler()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(handler), "127.0.0.1", 0)
    tell(port=server.sockets[0].getsockname()[1])
    await server.serve_forever()


asyncio.run(main())
