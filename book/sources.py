book=None
