from .build import build_info as build_info
from .engine import Best as Best
from .engine import CurrentMove as CurrentMove
from .engine import Engine as Engine
from .engine import Info as Info
from .engine import Limits as Limits
from .engine import Score as Score
from .game import Game as Game
from .games import UnknownGame as UnknownGame
from .games import games as games
from .games import rules as rules
from .geometry import Board as Board
from .notation import FenError as FenError
from .notation import MoveError as MoveError
from .notation import NotationError as NotationError
from .options import Option as Option
from .options import OptionError as OptionError
from .options import Options as Options
from .position import Move as Move
from .position import Position as Position
from .position import Result as Result

__version__: str

def board(name: str) -> Board: ...
