"""A client for the Duiyi server: opponents, rules and analysis for Xiangqi, Gomoku, Renju and Caro.

from duiyi import Duiyi, Engine

api = Duiyi("http://localhost:8080")
game = api.games.create("xiangqi", black=Engine(level=5))
reply = game.move("炮二平五")
"""

from . import models, operations, problems, webhooks
from ._async.analysis import AsyncJob
from ._async.client import AsyncDuiyi
from ._async.game import AsyncGame
from ._async.seeks import AsyncSeek
from ._sync.analysis import Job
from ._sync.client import Duiyi
from ._sync.game import Game
from ._sync.seeks import Seek
from .errors import ApiError, DuiyiError, UnreachableError, WebhookError
from .local import LocalDuiyi, local
from .models import CaroOptions, GomokuOptions, RenjuOptions, XiangqiOptions
from .picture import board_svg
from .settings import Clock, Engine, Human, Limits, new_game

__all__ = [
    "ApiError",
    "AsyncDuiyi",
    "AsyncGame",
    "AsyncJob",
    "AsyncSeek",
    "CaroOptions",
    "Clock",
    "Duiyi",
    "DuiyiError",
    "Engine",
    "Game",
    "GomokuOptions",
    "Human",
    "Job",
    "Limits",
    "LocalDuiyi",
    "RenjuOptions",
    "Seek",
    "UnreachableError",
    "WebhookError",
    "XiangqiOptions",
    "board_svg",
    "local",
    "models",
    "new_game",
    "operations",
    "problems",
    "webhooks",
]
