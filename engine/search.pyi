# Nothing for Python: the functions of search.pxd are for other compiled modules.
