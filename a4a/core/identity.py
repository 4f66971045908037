"""What steps and notes are apart from their numbers: keys by which two files know them again."""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode
from collections import Counter
from typing import TypeAlias

import msgspec

from a4a.core.annotations import AnyAnnotation
from a4a.core.steps import ROOT, NodeId
from a4a.core.tree import StepTree

NodeKey: TypeAlias = tuple[str, int]
"""A hash of all that led to a node, and which of several equal steps after its parent it is."""
NoteKey: TypeAlias = tuple[str, str]
"""The key of a note, "" in old files, and a hash of where it hangs and what it says."""

ROOT_KEY: NodeKey = ("", 0)


def node_keys(tree: StepTree) -> dict[NodeId, NodeKey]:
    """Return the key of each node: a hash chain of its parent's and of what the step says.

    A step that says the same as an earlier one after the same node is another step, the second.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import Noted
    >>> mine, theirs = a4a.start("europe1940"), a4a.start("europe1940")
    >>> nodes = [mine.append([Noted("quiet")]), theirs.append([Noted("storm")], parent=0)]
    >>> other = theirs.append([Noted("quiet")], parent=0)
    >>> node_keys(mine)[1] == node_keys(theirs)[other]
    True
    """
    keys = {ROOT: ROOT_KEY}
    seen: Counter[str] = Counter()
    for step in tree.steps.values():
        said = msgspec.structs.replace(step, id=ROOT, parent=ROOT)
        chain = digest(keys[step.parent], said)
        keys[step.id] = (chain, seen[chain])
        seen[chain] += 1
    return keys


def note_key(note: AnyAnnotation, node: NodeKey) -> NoteKey:
    """Return the key of a note that hangs on the node of this key."""
    said = msgspec.structs.replace(note, id=0, node=ROOT, key="")
    return note.key, digest(node, said)


def second_key(key: str, said: str) -> str:
    """Return the key that one of two edits of a note gets, the same wherever they meet."""
    return urlsafe_b64encode(bytes.fromhex(digest(key, said))[:12]).decode()


def digest(*parts: object) -> str:
    """Return a hash of values that can be written down."""
    return hashlib.sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()
