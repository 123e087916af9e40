"""The protocols of the engine: UCI dialect, Hub and DXP.

Parsing and printing only: a protocol reads lines (`lines.LineReader`), drives `bolshak.Engine`
and prints lines (`output.Output`). It knows nothing of the search.
"""
