"""The games of The War Game that come with a4a: orders with comments beside them."""
