# A bot in Perl: seat it with use = "cmd:perl mine.pl".
# What it is asked and may say is in FORMATS.md, "JSON lines".

use strict;
use warnings;
use JSON::PP;

# The strategy. The view has all that a player sees; this one takes the easy way.
sub act {
    my ($view, $events, $legal) = @_;
    return $legal->[0];
}

$| = 1;    # each line at once: nobody asks further before it is there
while (my $line = <STDIN>) {
    my $request = decode_json($line);
    my %reply = (id => $request->{id});
    if ($request->{type} eq 'hello') {
        $reply{name} = 'mine';
    } elsif ($request->{type} eq 'act') {
        $reply{action} = act(@{$request}{qw(view events legal)});
    }
    print encode_json(\%reply), "\n";
}
