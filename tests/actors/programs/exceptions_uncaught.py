"""Handlers that fail: the name of the exception's type is the error of the receipt."""
import pvm_host
from cowboy_sdk import actor


class Custom(Exception):
    pass


class Program2:
    pass


@actor
class Program:
    def go_a_zero_division(self, payload):
        1 // 0

    def go_b_key(self, payload):
        {}['x']

    def go_c_index(self, payload):
        [][0]

    def go_d_type(self, payload):
        'a' + 1

    def go_e_value(self, payload):
        int('z')

    def go_f_name(self, payload):
        no_such_name

    def go_g_unbound(self, payload):
        x = x + 1

    def go_h_attribute(self, payload):
        None.x

    def go_i_custom(self, payload):
        raise Custom('x')

    def go_j_recursion(self, payload):
        def f():
            return f()
        f()

    def go_k_assertion(self, payload):
        assert 1 == 2, 'no'

    def go_l_from_handler(self, payload):
        try:
            1 // 0
        except ZeroDivisionError:
            raise KeyError('second')

    def go_m_runtime(self, payload):
        raise RuntimeError

    def go_n_stop_iteration(self, payload):
        next(iter([]))

    def go_o_unicode(self, payload):
        b'\xff'.decode()

    def go_p_from_finally(self, payload):
        try:
            return b''
        finally:
            raise LookupError('finally')

    def go_q_generator_raises_stop(self, payload):
        def g():
            yield 1
            raise StopIteration
        list(g())

    def go_r_events_are_lost_with_the_error(self, payload):
        pvm_host.emit_event('out', b'not to be seen')
        raise OSError('x')

    def go_s_caught(self, payload):
        try:
            raise Custom('kept')
        except Custom as e:
            pvm_host.emit_event('out', str(e).encode())

    def go_t_not_implemented(self, payload):
        raise NotImplementedError('x')
