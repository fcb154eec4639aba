"""Makes a kernel small that shows a disagreement: drops statements and keeps what
still shows it."""

import copy

from grammar import Block


def places(nodes):
    """Yields (list, index) of every statement, outer ones first."""
    for at, node in enumerate(nodes):
        yield nodes, at
        if isinstance(node, Block):
            yield from places(node.body)


def without(kernel, number, unwrap):
    """A copy without statement `number`, or with the block's body in its place."""
    smaller = copy.deepcopy(kernel)
    trees = [*places(smaller.body), *places(smaller.prelude)]
    if number >= len(trees):
        return None
    nodes, at = trees[number]
    if not unwrap:
        del nodes[at]
        return smaller
    if not isinstance(nodes[at], Block):
        return False
    nodes[at:at + 1] = nodes[at].body
    return smaller


def reduced(kernel, shows):
    """The smallest kernel found for which shows(kernel) is still true."""
    again = True
    while again:
        again = False
        for unwrap in (False, True):
            number = 0
            while (smaller := without(kernel, number, unwrap)) is not None:
                if smaller and shows(smaller):
                    kernel, again = smaller, True
                else:
                    number += 1
    return kernel
