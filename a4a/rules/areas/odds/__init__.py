"""What can be told of battles and raids in advance."""
