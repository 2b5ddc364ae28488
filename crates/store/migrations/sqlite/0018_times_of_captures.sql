-- When the shop heard of a capture: such an order moved then, whenever it was made.

CREATE INDEX IF NOT EXISTS timeline_captures ON timeline (at) WHERE event = 'captured';
