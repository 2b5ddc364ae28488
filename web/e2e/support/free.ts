/** Configuration of a shop where goods and delivery are free. Gift cards pay in crowns only. */
export const FOR_NOTHING = `
[[discounts]]
title = "Oslava"
percentage = "100"
combines_with = ["delivery"]

[[discounts]]
title = "Doprava na oslavu"
free_delivery = true
combines_with = ["goods", "order"]
`;
