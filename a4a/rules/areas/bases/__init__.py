"""Where units are based and mended: facilities, carriers, bases of others, divided territories."""
