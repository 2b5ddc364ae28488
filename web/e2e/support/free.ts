/** Configuration of a shop in which everything is free: all goods, and their way. Gift cards pay in crowns only. */
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
