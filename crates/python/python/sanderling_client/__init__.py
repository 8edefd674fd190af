"""The former name of `sanderling.client`, for version 0.1 only."""

import sys
import warnings
from importlib import import_module

from sanderling import client
from sanderling.client import *  # noqa: F403

warnings.warn("`sanderling_client` is now `sanderling.client`", DeprecationWarning, stacklevel=2)
for _name in ("analysis", "client", "errors", "protocol", "requests"):
    sys.modules[f"{__name__}.{_name}"] = import_module(f"sanderling.client.{_name}")
sys.modules[__name__] = client
